"""Pages that are made from the package: rules, public names, commands."""
