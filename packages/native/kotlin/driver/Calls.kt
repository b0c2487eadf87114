package com.standpoint.driver

import com.standpoint.Generation
import com.standpoint.Options
import com.standpoint.Reason
import com.standpoint.Seams
import com.standpoint.SpentTokens
import com.standpoint.StandpointClient
import com.standpoint.StandpointException
import com.standpoint.jvm.HttpClientTransport
import com.standpoint.json.JsonArray
import com.standpoint.json.JsonNull
import com.standpoint.json.JsonObject
import com.standpoint.json.JsonText
import com.standpoint.json.JsonValue
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.location.AccuracyBasis
import com.standpoint.location.Found
import com.standpoint.location.LocationProvider
import com.standpoint.location.Permission
import com.standpoint.location.PermissionState
import com.standpoint.location.Position
import com.standpoint.location.PositionError
import com.standpoint.net.BaseUrl
import com.standpoint.net.HttpRequest
import com.standpoint.net.Transport
import com.standpoint.token.Environment
import com.standpoint.token.TokenReader
import java.io.IOException
import java.time.Instant

private val http = HttpClientTransport()

private fun positionsFor(permission: String?) = LocationProvider {
    if (permission == "denied") {
        Found(Permission(PermissionState.DENIED), emptyList(), PositionError.PERMISSION_DENIED)
    } else {
        val here = Position(40.7128, -74.006, 12.5, AccuracyBasis.P68, Instant.now(), source = "fused")
        Found(Permission(PermissionState.GRANTED, precise = true), listOf(here))
    }
}

private fun generationOf(line: JsonObject): Generation {
    if (line.text("generation") != "0.3") return Generation.V05
    return Generation.V03(Environment.valueOf(line.text("environment")!!.uppercase()))
}

/** One call against a server, as an app makes it. */
internal suspend fun call(line: JsonObject): Told {
    val action = line.text("do")
    if (action == "preflight") return Told.Skip("a backend mints")
    val options =
        Options(line.text("base_url")!!, positionsFor(line.text("permission")), http, generationOf(line))
    val client = StandpointClient(options)
    if (action == "collect") {
        val result = client.collect(line.text("token"))
        return told("payload" to result.payload.json, "has_public_ip" to result.hasPublicIp.json)
    }
    val result = client.verify(line.text("token")!!)
    return told(
        "decision" to result.decision.name.lowercase().json,
        "reasons" to JsonArray(result.reasons.map(::reasonJson)),
        "verification_id" to result.verificationId.json,
        "next_token" to result.nextToken?.json,
    )
}

private fun reasonJson(reason: Reason): JsonValue = jsonObject(
    "code" to reason.code.json,
    "message" to reason.message.json,
    "remedy" to reason.remedy.json,
)

/** A service that answers one call with given answers, and notes what was sent. */
private class Script(private val answers: List<JsonObject>) {
    val sent = mutableListOf<HttpRequest>()
    val waits = mutableListOf<Long>()

    val transport = Transport { request ->
        sent += request
        val answer = answers.getOrNull(sent.size - 1)
        if (answer == null || answer.boolean("lost") == true) throw IOException("lost")
        responseOf(answer)
    }
}

internal suspend fun retry(input: JsonObject): Told {
    val token = input.text("token")!!
    val baseUrl = input.text("base_url")!!
    SpentTokens.giveBack(TokenReader(BaseUrl.of(baseUrl)).preflight(token).jti)
    val script = Script(input.list("answers")!!.map { it as JsonObject })
    val options = Options(baseUrl, positionsFor(null), script.transport)
    val seams = Seams(attemptId = { input.text("attempt_id")!! }, pause = { script.waits += it })
    val client = StandpointClient(options, seams)
    val end = outcomeOf(client, input)
    val sent = script.sent.toList()
    val waits = script.waits.toList()
    val again = outcomeOf(client, input)
    val isRefused = again.any { (_, value) -> value == JsonText("token_already_used") }
    val marks = sent.map { it.headers["Standpoint-Retry"]?.let(::JsonText) ?: JsonNull }
    return told(
        *end.toTypedArray(),
        "standpoint_retry" to if (isOneRequest(sent, token)) JsonArray(marks) else "another request".json,
        "waits_ms" to JsonArray(waits.map { it.json }).takeIf { sent.size > 1 },
        "token_reusable" to (!isRefused || script.sent.size > sent.size).json,
    )
}

private suspend fun outcomeOf(client: StandpointClient, input: JsonObject): List<Pair<String, JsonValue>> =
    try {
        if (input.text("call") == "collect") {
            client.collect(input.text("token"))
            emptyList()
        } else {
            listOf("decision" to client.verify(input.text("token")!!).decision.name.lowercase().json)
        }
    } catch (error: StandpointException) {
        listOf("error" to error.code.value.json)
    }

private fun isOneRequest(sent: List<HttpRequest>, token: String): Boolean = sent.all {
    it.body == sent[0].body && it.url == sent[0].url && it.headers["Authorization"] == "Bearer $token"
}
