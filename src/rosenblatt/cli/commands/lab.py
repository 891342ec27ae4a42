"""``rosenblatt lab``: live pictures in the browser."""

from __future__ import annotations

import click


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="Of 127.0.0.1; 0: any.")
@click.option("--no-open", "quiet", is_flag=True, help="Do not open a browser.")
def lab(port: int, quiet: bool) -> None:
    """Learning curves, streams and plans, live in the browser; Ctrl-C ends it.

    \b
    Examples:
      rosenblatt lab
      rosenblatt lab --port 8765 --no-open
    """
    import webbrowser

    try:
        from rosenblatt.lab.site.server import serve
    except ImportError as problem:
        raise ValueError(str(problem)) from None

    def ready(address: str) -> None:
        click.echo(f"The lab is at {address}. Ctrl-C ends it.")
        if not quiet:
            webbrowser.open(address)

    serve(port, ready)
