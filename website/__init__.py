"""The site: the pages of ``docs`` and pages made from the package itself, built by Sphinx. See `website.build`."""
