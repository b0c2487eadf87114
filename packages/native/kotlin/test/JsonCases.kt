package com.standpoint.test

import com.standpoint.Base64Url
import com.standpoint.json.JsonException
import com.standpoint.json.JsonNumber
import com.standpoint.json.ecmaNumber
import com.standpoint.json.parseJson
import com.standpoint.json.write
import kotlin.random.Random
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull

private val NO_JSON = listOf(
    "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "01", "1.", ".5", "+1", "1e", "NaN", "tru", "\"\t\"",
    "\"\\x\"", "\"\\u12g4\"", "\"a", "[1] 2", "{\"a\":1,\"a\":2}", "1e999", "[".repeat(100),
)

internal val jsonCases = listOf(
    case("refuses text that is no JSON, and a name that stands twice") {
        for (text in NO_JSON) assertFailsWith<JsonException>(text) { parseJson(text) }
    },
    case("reads back what it writes") {
        val text = """{"a":[1,-0.5,1e-7,"\u0001\"\\/😀",true,null],"":{}}"""
        assertEquals(text, parseJson(text).write())
        assertEquals("\"\\ud800\"", parseJson("\"\\ud800\"").write())
    },
    case("writes numbers that read back as the same double") {
        val random = Random(7)
        repeat(20_000) {
            val value = Double.fromBits(random.nextLong())
            if (value.isFinite()) assertEquals(value + 0.0, ecmaNumber(value).toDouble())
        }
    },
    case("writes the numbers of RFC 8785 and those whose interval is not even") {
        val known = mapOf(
            9007199254740994.0 to "9007199254740994",
            1e23 to "1e+23",
            9.999999999999997e22 to "9.999999999999997e+22",
            333333333.33333329 to "333333333.3333333",
            5.684341886080802e-14 to "5.684341886080802e-14",
            4.5 to "4.5",
            2e-3 to "0.002",
            Double.MAX_VALUE to "1.7976931348623157e+308",
            -0.0 to "0",
        )
        for ((value, text) in known) assertEquals(text, JsonNumber(value).write())
        assertFailsWith<IllegalArgumentException> { ecmaNumber(Double.NaN) }
    },
    case("decodes base64url in one spelling only") {
        assertEquals("a", Base64Url.decode("YQ")?.decodeToString())
        for (text in listOf("YQ==", "YR", "Y Q", "Y", "YQ\n", "Y+", "é"))
            assertNull(Base64Url.decode(text), text)
    },
)
