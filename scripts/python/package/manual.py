"""Manual pages out of what the program says of its own commands (`--experimental-dump-help`)."""

import json
import subprocess


def help_of(program):
    """The program's commands, as its command line's library describes them."""
    said = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True).stdout
    return json.loads(said)["command"]


def completions(program, shell):
    """What a shell needs to complete the program's words."""
    said = subprocess.run([program, "--generate-completion-script", shell], check=True, capture_output=True).stdout
    # It is read by a shell and not run: the first line that names one means nothing.
    return said.decode().removeprefix("#!/bin/bash\n")


def roff(text):
    """Text as roff has it: a backslash is one, and no line begins a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def paragraphs(text):
    """Lines as they are: discussions are laid out by hand."""
    return "\n".join(f".PP\n.nf\n{roff(block)}\n.fi" for block in text.split("\n\n") if block)


def names(argument):
    """How an option is written."""
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    value = "" if argument["kind"] == "flag" else f" \\fI{roff(argument.get('valueName', 'value'))}\\fR"
    written = (f"\\fB{roff(dashes[name['kind']] + name['name'])}\\fR" for name in argument.get("names", []))
    return ", ".join(written) + value


def shown(command):
    """The subcommands that help lists."""
    return [sub for sub in command.get("subcommands", []) if sub["shouldDisplay"] and sub["commandName"] != "help"]


def synopsis(path, command):
    """How a command is called, in short."""
    words = [f"\\fB{roff(' '.join(path))}\\fR"]
    arguments = [a for a in command.get("arguments", []) if a["shouldDisplay"]]
    if any(a["kind"] != "positional" for a in arguments):
        words.append("[\\fIoptions\\fR]")
    for argument in arguments:
        if argument["kind"] == "positional":
            word = f"\\fI{roff(argument.get('valueName', 'value'))}\\fR" + ("..." if argument["isRepeating"] else "")
            words.append(f"[{word}]" if argument["isOptional"] else word)
    if shown(command):
        words.append("\\fIcommand\\fR")
    return " ".join(words)


def described(argument):
    """What is said of an argument."""
    text = argument.get("abstract", "")
    if argument.get("allValues"):
        text += f" ({', '.join(argument['allValues'])})"
    if argument.get("defaultValue"):
        text += f" Default: {argument['defaultValue']}."
    return roff(text.strip() or "See above.")


def page(path, command, version, date):
    """One command's page."""
    name = "-".join(path)
    lines = [
        f'.TH "{name.upper()}" 1 "{date}" "Quiver {version}" "Quiver"',
        ".SH NAME",
        f"{roff(name)} \\- {roff(command.get('abstract', '').rstrip('.') or 'a command of Quiver')}",
        ".SH SYNOPSIS",
        synopsis(path, command),
    ]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", paragraphs(command["discussion"])]
    positional = [a for a in command.get("arguments", []) if a["shouldDisplay"] and a["kind"] == "positional"]
    options = [a for a in command.get("arguments", []) if a["shouldDisplay"] and a["kind"] != "positional"]
    for title, arguments in (("ARGUMENTS", positional), ("OPTIONS", options)):
        if arguments:
            lines.append(f".SH {title}")
        for argument in arguments:
            head = names(argument) if argument.get("names") else f"\\fI{roff(argument.get('valueName', 'value'))}\\fR"
            lines += [".TP", head, described(argument)]
    if shown(command):
        lines.append(".SH COMMANDS")
        for sub in shown(command):
            lines += [
                ".TP",
                f"\\fB{roff(name + '-' + sub['commandName'])}\\fR(1)",
                roff(sub.get("abstract", "")) or "\\&",
            ]
    if len(path) > 1:
        lines += [".SH SEE ALSO", f"\\fB{roff('-'.join(path[:-1]))}\\fR(1)"]
    return "\n".join(lines) + "\n"


def pages(command, version, date, path=()):
    """Every command's page by its file's name."""
    path = (*path, command["commandName"])
    yield f"{'-'.join(path)}.1", page(path, command, version, date)
    for sub in shown(command):
        yield from pages(sub, version, date, path)
