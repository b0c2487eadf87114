package com.standpoint.location

import com.standpoint.json.JsonObject
import com.standpoint.json.json
import com.standpoint.json.jsonObject

/** Where positions come from. The app's own permission dialogue comes before or inside [find]. */
public fun interface LocationProvider {
    /**
     * Up to five readings, at the latest after [timeoutMs]. It throws nothing that a person can cause: a
     * denial and a missing position are in the result.
     */
    public suspend fun find(timeoutMs: Long): Found
}

/**
 * Facts about the device that the service weighs. A fact that could not be read is left out: absent is not
 * false.
 */
public fun interface DeviceFacts {
    /** Called after the search for positions, whose readings may tell something. */
    public suspend fun read(): Facts

    /** @property device open record, e.g. `model`, `os`. @property signals e.g. `mock_provider`, `rooted`. */
    public data class Facts(val device: JsonObject? = null, val signals: JsonObject? = null)

    public companion object {
        public val NONE: DeviceFacts = DeviceFacts { Facts() }
    }
}

/** Attests or signs the 32 bytes that bind the evidence to one token ([AttestationBinding]). */
public fun interface AttestationProvider {
    /** The member `integrity` beside `core`. When the device cannot attest, `{"kind":"none"}`. */
    public suspend fun attest(binding: ByteArray): JsonObject

    public companion object {
        public val NONE: AttestationProvider = AttestationProvider { UNATTESTED }
        internal val UNATTESTED = jsonObject("kind" to "none".json)
    }
}
