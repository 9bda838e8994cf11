"""Results as Markdown, in plain English."""


def table(head, rows):
    """Prints a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    print("\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines))
    print(flush=True)


def verdict(is_kept):
    """What a row says of its promise."""
    return "kept" if is_kept else "**broken**"
