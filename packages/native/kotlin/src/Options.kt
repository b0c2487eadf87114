package com.standpoint

import com.standpoint.location.AttestationProvider
import com.standpoint.location.DeviceFacts
import com.standpoint.location.LocationProvider
import com.standpoint.net.Transport
import com.standpoint.token.Environment

/** The two lines of clients that the service speaks to. */
public sealed interface Generation {
    /** As `Standpoint-SDK` names it. */
    public val name: String
    public val sdkVersion: String

    /** The base address alone says where calls go. */
    public data object V05 : Generation {
        override val name: String = "0.5"
        override val sdkVersion: String = "0.5.0"
    }

    /**
     * Two environments, each with its base address. A token of the other one is refused here, and so is one
     * without an `attestation_challenge`. A reuse shows as `attestation_failed`.
     */
    public data class V03(val environment: Environment) : Generation {
        override val name: String = "0.3"
        override val sdkVersion: String = "0.3.0"
    }
}

/**
 * @property baseUrl base address of the service; its origin must be the origin of the tokens' `iss`.
 * @property transport `HttpClientTransport` on the JVM, `UrlConnectionTransport` on Android, or your own.
 * @property locale language of the reasons (BCP 47). Default: the service's.
 */
public data class Options(
    val baseUrl: String,
    val location: LocationProvider,
    val transport: Transport,
    val generation: Generation = Generation.V05,
    val attestation: AttestationProvider = AttestationProvider.NONE,
    val facts: DeviceFacts = DeviceFacts.NONE,
    val locale: String? = null,
)

/**
 * @property timeoutMs of the whole call, the person's answers included. @property positionMs of the search
 * alone.
 */
public data class CallOptions(val timeoutMs: Long = 120_000, val positionMs: Long = 20_000)
