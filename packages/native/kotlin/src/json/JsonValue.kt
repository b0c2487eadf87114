package com.standpoint.json

/**
 * A JSON value. The compiler package holds no JSON library and Android's `org.json` is not in the JDK, so the
 * core reads and writes its own: strictly, and byte for byte as ECMAScript does.
 */
public sealed interface JsonValue

public data object JsonNull : JsonValue

public data class JsonBoolean(val value: Boolean) : JsonValue

/** Every number is a double, as in ECMAScript. */
public data class JsonNumber(val value: Double) : JsonValue

public data class JsonText(val value: String) : JsonValue

public data class JsonArray(val items: List<JsonValue>) : JsonValue

/** The members keep their order. */
public data class JsonObject(val members: Map<String, JsonValue>) : JsonValue {
    public operator fun get(name: String): JsonValue? = members[name]

    /** The text of a member; null when it is missing or something else. */
    public fun text(name: String): String? = (members[name] as? JsonText)?.value

    public fun number(name: String): Double? = (members[name] as? JsonNumber)?.value

    /** A number without a fraction; null for any other value. */
    public fun whole(name: String): Long? =
        number(name)?.takeIf { it % 1.0 == 0.0 && Math.abs(it) <= MAX_SAFE }?.toLong()

    public fun boolean(name: String): Boolean? = (members[name] as? JsonBoolean)?.value

    public fun child(name: String): JsonObject? = members[name] as? JsonObject

    public fun list(name: String): List<JsonValue>? = (members[name] as? JsonArray)?.items

    /** The texts of a list; null when the member is no list of texts. */
    public fun texts(name: String): List<String>? =
        list(name)?.map { (it as? JsonText)?.value ?: return null }

    private companion object {
        const val MAX_SAFE = 9_007_199_254_740_991.0
    }
}

/** An object of the members that are known: null is left out, because absent is not false. */
public fun jsonObject(vararg members: Pair<String, JsonValue?>): JsonObject =
    JsonObject(buildMap { for ((name, value) in members) if (value != null) put(name, value) })

public val String.json: JsonValue get() = JsonText(this)
public val Boolean.json: JsonValue get() = JsonBoolean(this)
public val Number.json: JsonValue get() = JsonNumber(toDouble())
public val List<String>.json: JsonValue get() = JsonArray(map { it.json })
