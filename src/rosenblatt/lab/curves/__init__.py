"""The room of learning curves: theory as lines, simulation as points that arrive live."""
