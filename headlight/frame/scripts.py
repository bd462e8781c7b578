"""How a component brings its script into the page."""


def running(file: str) -> str:
    """A script that runs the one in a file beside the style of its component.

    A script that Streamlit is given as a file it puts into the page anew with each message, and waits for it to load:
    up to 20 ms a key. One given in words it runs at once; this one fetches the file, once.
    """
    return f"""let script;
export default async (component) => {{
  script ??= import(new URL("{file}", component.parentElement.querySelector("link").href));
  (await script).default(component);
}};"""
