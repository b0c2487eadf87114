package com.standpoint.json

/**
 * The text of the value as `JSON.stringify` writes it: no white space, members in their order, and only
 * quotation mark, backslash, control characters and lone surrogates escaped. An attestation binds these very
 * bytes.
 */
public fun JsonValue.write(): String = StringBuilder().also { it.write(this) }.toString()

private fun StringBuilder.write(value: JsonValue) {
    when (value) {
        JsonNull -> append("null")
        is JsonBoolean -> append(value.value)
        is JsonNumber -> append(ecmaNumber(value.value))
        is JsonText -> quote(value.value)
        is JsonArray -> {
            append('[')
            value.items.forEachIndexed { index, item ->
                if (index > 0) append(',')
                write(item)
            }
            append(']')
        }
        is JsonObject -> {
            append('{')
            value.members.entries.forEachIndexed { index, (name, member) ->
                if (index > 0) append(',')
                quote(name)
                append(':')
                write(member)
            }
            append('}')
        }
    }
}

private fun StringBuilder.quote(text: String) {
    append('"')
    text.forEachIndexed { at, char ->
        when {
            char == '"' || char == '\\' -> append('\\').append(char)
            char == '\b' -> append("\\b")
            char == '\u000C' -> append("\\f")
            char == '\n' -> append("\\n")
            char == '\r' -> append("\\r")
            char == '\t' -> append("\\t")
            char < ' ' || isLone(text, at) -> append("\\u").append(char.code.toString(16).padStart(4, '0'))
            else -> append(char)
        }
    }
    append('"')
}

/** A surrogate without its other half has no UTF-8. */
private fun isLone(text: String, at: Int): Boolean {
    val char = text[at]
    if (char.isHighSurrogate()) return text.getOrNull(at + 1)?.isLowSurrogate() != true
    return char.isLowSurrogate() && text.getOrNull(at - 1)?.isHighSurrogate() != true
}
