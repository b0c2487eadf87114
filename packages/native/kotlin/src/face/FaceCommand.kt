package com.standpoint.face

import com.standpoint.json.JsonObject
import com.standpoint.json.JsonText
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.json.write

/** What an app says to the face page. No token is among it: another token is another address. */
public sealed class FaceCommand(private val message: JsonObject) {
    public class Init(sdk: String, locale: String? = null, dark: Boolean? = null) : FaceCommand(
        jsonObject(
            "type" to JsonText("init"),
            "sdk" to sdk.json,
            "surface" to JsonText("dialog"),
            "locale" to locale?.json,
            "theme" to dark?.let { jsonObject("mode" to JsonText(if (it) "dark" else "light")) },
        ),
    )

    public class Locale(locale: String) :
        FaceCommand(jsonObject("type" to JsonText("locale"), "locale" to locale.json))

    /** The person pressed back. The page asks first if progress would be lost, then says `canceled`. */
    public object Cancel : FaceCommand(jsonObject("type" to JsonText("cancel")))

    /** The script to run in the page. */
    public val script: String
        get() {
            val safe = message.write().replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
            return "window.facecheckReceive?.($safe)"
        }
}
