package com.standpoint

/** Advice to the person about an error; [NONE] when only the developer can do something. */
public enum class UserAction { ALLOW_LOCATION, RETRY, RETRY_LATER, CONTACT_SUPPORT, NONE }

/** The code of an error: one of the service's list, passed on unchanged, or one of the client's own below. */
@JvmInline
public value class ErrorCode(public val value: String) {
    override fun toString(): String = value

    public companion object {
        public val CONFIG_INVALID: ErrorCode = ErrorCode("config_invalid")
        public val BASE_URL_MISMATCH: ErrorCode = ErrorCode("base_url_mismatch")
        public val ENVIRONMENT_MISMATCH: ErrorCode = ErrorCode("environment_mismatch")
        public val TOKEN_MISSING: ErrorCode = ErrorCode("token_missing")
        public val TOKEN_INVALID: ErrorCode = ErrorCode("token_invalid")
        public val TOKEN_EXPIRED: ErrorCode = ErrorCode("token_expired")
        public val TOKEN_ALREADY_USED: ErrorCode = ErrorCode("token_already_used")
        public val TOKEN_WRONG_PURPOSE: ErrorCode = ErrorCode("token_wrong_purpose")
        public val ATTESTATION_FAILED: ErrorCode = ErrorCode("attestation_failed")
        public val SHORT_CODE_NOT_FOUND: ErrorCode = ErrorCode("short_code_not_found")
        public val OFFLINE: ErrorCode = ErrorCode("offline")
        public val NETWORK: ErrorCode = ErrorCode("network")
        public val TIMEOUT: ErrorCode = ErrorCode("timeout")
        public val RATE_LIMITED: ErrorCode = ErrorCode("rate_limited")
        public val SERVER_ERROR: ErrorCode = ErrorCode("server_error")
        public val BAD_RESPONSE: ErrorCode = ErrorCode("bad_response")
    }
}

/**
 * The only error of this library: a call could not run. A negative decision, a denied permission and a
 * missing position are values, never errors.
 *
 * @property retryable whether the same call may succeed later. A call with a spent token never does: fetch a
 * new token first.
 * @property status HTTP status, when the service answered.
 * @property requestId names the request in the service's log.
 * @property retryAfterMs the time to wait before another call, in milliseconds.
 */
public class StandpointException(
    public val code: ErrorCode,
    message: String,
    public val retryable: Boolean = code in RETRYABLE,
    public val status: Int? = null,
    public val requestId: String? = null,
    public val docsUrl: String? = null,
    public val retryAfterMs: Long? = null,
    cause: Throwable? = null,
) : Exception(message, cause) {
    public val userAction: UserAction
        get() = when {
            code in NEEDS_NEW_TOKEN || code in RETRYABLE -> UserAction.RETRY
            code == ErrorCode.BAD_RESPONSE -> UserAction.CONTACT_SUPPORT
            retryable -> UserAction.RETRY_LATER
            else -> UserAction.NONE
        }

    private companion object {
        val RETRYABLE = setOf(ErrorCode.OFFLINE, ErrorCode.NETWORK, ErrorCode.TIMEOUT)
        val NEEDS_NEW_TOKEN =
            setOf(ErrorCode.TOKEN_EXPIRED, ErrorCode.TOKEN_ALREADY_USED, ErrorCode.ATTESTATION_FAILED)
    }
}
