package com.standpoint.driver

import com.standpoint.ErrorCode
import com.standpoint.StandpointException
import com.standpoint.face.FaceCheck
import com.standpoint.face.FaceUrl
import com.standpoint.face.FaceUrlOptions
import com.standpoint.json.JsonNull
import com.standpoint.json.JsonObject
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.net.Answers
import com.standpoint.net.BaseUrl
import com.standpoint.net.HttpResponse
import com.standpoint.token.PayloadKey
import com.standpoint.token.TokenReader

internal fun claims(input: JsonObject): Told {
    val reader = TokenReader(BaseUrl.of(input.text("base_url")!!))
    val text = input.text("token")!!
    val claims = if (input.text("kind") == "portal") {
        val portal = reader.portal(text)
        jsonObject(
            "iss" to portal.issuer.json,
            "jti" to portal.jti.json,
            "workflow_id" to portal.workflowId.json,
        )
    } else {
        val preflight = reader.preflight(text)
        jsonObject(
            "iss" to preflight.issuer.json,
            "jti" to preflight.jti.json,
            "env" to preflight.environment.name.lowercase().json,
            "sdk" to preflight.sdk?.json,
            "attestation_challenge" to preflight.attestationChallenge?.json,
            "enc" to preflight.key.toJson(),
        )
    }
    return told("claims" to claims)
}

private fun PayloadKey.toJson() = jsonObject("kid" to kid.json, "x" to x.json, "y" to y.json)

internal fun responseOf(from: JsonObject): HttpResponse {
    val headers = from.child("headers")?.members.orEmpty().keys
        .associateWith { from.child("headers")!!.text(it).orEmpty() }
    return HttpResponse(from.whole("status")!!.toInt(), headers, from.text("body").orEmpty())
}

internal fun errors(input: JsonObject): Told =
    try {
        Answers(BaseUrl.of("https://id.example")).read(responseOf(input))
        told()
    } catch (error: StandpointException) {
        val own = error.code in setOf(ErrorCode.BAD_RESPONSE, ErrorCode.SERVER_ERROR)
        val plain = !own && error.status != 200 && error.retryAfterMs == null
        told(
            "code" to error.code.value.json,
            "status" to error.status?.json,
            "message" to error.message!!.json.takeIf { plain },
            "retryable" to error.retryable.json,
            "request_id" to error.requestId?.json,
            "retry_after_ms" to error.retryAfterMs?.json,
        )
    }

internal fun installId(input: JsonObject): Told =
    if (input.text("do") != "evidence") Told.Skip("the backend reads and writes the cookie")
    else if (input.text("platform") == "web") Told.Skip("the web SDK is on the web alone")
    else told("install_id" to JsonNull)

internal fun faceUrl(input: JsonObject): Told {
    val options = FaceUrlOptions(
        locale = input.text("locale"),
        returnUrl = input.text("return_url"),
        state = input.text("state"),
        parentOrigin = input.text("parent_origin"),
    )
    val base = BaseUrl.of(input.text("base_url")!!)
    return told("url" to FaceUrl.of(base, input.text("face_base")!!, input.text("token")!!, options).json)
}

internal fun bridge(input: JsonObject): Told {
    if (input.text("side") != "app") return Told.Skip("an app shows a WebView, not a frame")
    val check = FaceCheck(input.text("face_origin")!!)
    val heard = check.hear(
        input.text("page_origin")!!,
        input.boolean("main_frame")!!,
        input.text("text")!!,
    )
    return told("message" to (heard?.members ?: JsonNull))
}
