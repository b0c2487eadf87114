package com.standpoint.json

public class JsonException(message: String) : IllegalArgumentException(message)

/**
 * Reads one JSON text (RFC 8259).
 *
 * @throws JsonException for anything else, for a name that stands twice in an object, whose meaning would
 * depend on the reader, and for values nested deeper than 64, which would exhaust the stack.
 */
public fun parseJson(text: String): JsonValue = JsonReader(text).whole()

/** The object in the text; null when the text is no JSON or another value. */
public fun jsonObjectOrNull(text: String): JsonObject? =
    try {
        parseJson(text) as? JsonObject
    } catch (_: JsonException) {
        null
    }

private class JsonReader(private val text: String) {
    private var at = 0

    fun whole(): JsonValue {
        val value = value(0)
        blanks()
        if (at != text.length) fail()
        return value
    }

    private fun value(depth: Int): JsonValue {
        if (depth > 64) fail()
        blanks()
        return when (peek()) {
            '{' -> objectAt(depth)
            '[' -> arrayAt(depth)
            '"' -> JsonText(string())
            't' -> word("true", JsonBoolean(true))
            'f' -> word("false", JsonBoolean(false))
            'n' -> word("null", JsonNull)
            else -> number()
        }
    }

    private fun objectAt(depth: Int): JsonObject {
        val members = LinkedHashMap<String, JsonValue>()
        each('}') {
            blanks()
            val name = string()
            blanks()
            take(':')
            if (members.put(name, value(depth + 1)) != null) fail()
        }
        return JsonObject(members)
    }

    private fun arrayAt(depth: Int): JsonArray {
        val items = mutableListOf<JsonValue>()
        each(']') { items += value(depth + 1) }
        return JsonArray(items)
    }

    /** Reads what stands between commas, up to the closing character. */
    private inline fun each(close: Char, read: () -> Unit) {
        at++
        blanks()
        if (peek() == close) {
            at++
            return
        }
        while (true) {
            read()
            blanks()
            if (peek() == close) break
            take(',')
        }
        at++
    }

    private fun string(): String {
        take('"')
        val out = StringBuilder()
        while (true) {
            val char = next()
            when {
                char == '"' -> return out.toString()
                char == '\\' -> out.append(escaped())
                char < ' ' -> fail()
                else -> out.append(char)
            }
        }
    }

    private fun escaped(): Char =
        when (val char = next()) {
            '"', '\\', '/' -> char
            'b' -> '\b'
            'f' -> '\u000C'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> {
                val digits = text.drop(at).take(4)
                if (!HEX.matches(digits)) fail()
                at += 4
                digits.toInt(16).toChar()
            }
            else -> fail()
        }

    private fun number(): JsonNumber {
        val found = NUMBER.matchAt(text, at) ?: fail()
        at = found.range.last + 1
        val value = found.value.toDouble()
        return if (value.isInfinite()) fail() else JsonNumber(value)
    }

    private fun word(word: String, value: JsonValue): JsonValue {
        if (!text.startsWith(word, at)) fail()
        at += word.length
        return value
    }

    private fun blanks() {
        while (at < text.length && text[at] in " \t\r\n") at++
    }

    private fun peek(): Char = text.getOrNull(at) ?: fail()

    private fun next(): Char = peek().also { at++ }

    private fun take(char: Char) {
        if (next() != char) fail()
    }

    private fun fail(): Nothing = throw JsonException("This is no JSON at character $at.")

    private companion object {
        val NUMBER = Regex("""-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?""")
        val HEX = Regex("[0-9a-fA-F]{4}")
    }
}
