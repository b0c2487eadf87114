package com.standpoint.driver

import com.standpoint.ShortCode
import com.standpoint.StandpointException
import com.standpoint.json.JsonNull
import com.standpoint.json.JsonObject
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.json.parseJson
import com.standpoint.json.write
import com.standpoint.result.RefusedTokenException
import java.io.PrintStream
import kotlinx.coroutines.runBlocking

/** What the client tells about one case; a text says why it has no such part. */
internal sealed interface Told {
    class Members(val value: JsonObject) : Told

    class Skip(val reason: String) : Told
}

internal fun told(vararg members: Pair<String, com.standpoint.json.JsonValue?>): Told =
    Told.Members(jsonObject(*members))

private suspend fun vector(family: String, input: JsonObject): Told =
    when (family) {
        "preflight-claims" -> claims(input)
        "evidence" -> evidence(input)
        "sealing" -> sealing(input)
        "attestation" -> attestation(input)
        "retry" -> retry(input)
        "errors" -> errors(input)
        "install-id" -> installId(input)
        "face-url" -> faceUrl(input)
        "bridge" -> bridge(input)
        "short-code" -> shortCode(input)
        "result-token" -> resultToken(input)
        "erasure-receipt" -> erasureReceipt(input)
        else -> Told.Skip("the Kotlin core has no part of $family")
    }

private fun shortCode(input: JsonObject): Told {
    val code = ShortCode.parse(input.text("text")!!)
    return told("code" to code.value.json, "url" to code.url(input.text("face_base")!!).json)
}

private suspend fun answer(line: JsonObject): Told =
    try {
        val family = line.text("vector")
        if (family == null) call(line) else vector(family, line.child("input")!!)
    } catch (error: StandpointException) {
        told("error" to error.code.value.json)
    } catch (error: RefusedTokenException) {
        told("error" to error.fault.name.lowercase().json)
    }

/**
 * Speaks the lines of the conformance drivers: one JSON value per line, until the input ends. U+2028 and
 * U+2029 are escaped, because some readers take them for the end of a line.
 */
public fun main(): Unit = runBlocking {
    val out = PrintStream(System.out, true, "UTF-8")
    for (text in System.`in`.bufferedReader().lineSequence()) {
        val line = parseJson(text) as JsonObject
        val id = "id" to (line["id"] ?: JsonNull)
        val reply = when (val told = answer(line)) {
            is Told.Members -> jsonObject(id, "told" to told.value)
            is Told.Skip -> jsonObject(id, "skip" to told.reason.json)
        }
        out.println(reply.write().replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))
    }
}
