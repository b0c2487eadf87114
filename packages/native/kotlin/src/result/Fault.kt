package com.standpoint.result

/** Why a result token or a receipt is refused. */
public enum class Fault {
    MALFORMED,
    WRONG_TYPE,
    UNKNOWN_KEY,
    BAD_SIGNATURE,
    WRONG_ISSUER,
    EXPIRED,
    TOO_OLD,
    WRONG_AUDIENCE,
    SANDBOX,
    WRONG_CUSTOMER,
    WRONG_TRANSACTION_TYPE,
    WRONG_TRANSACTION,
    WRONG_WORKFLOW,
    WRONG_DECISION,
    CONSUMED,
}

/** The token proves nothing for this purpose: treat it as if there were none. */
public class RefusedTokenException(public val fault: Fault) :
    Exception("The token is refused: ${fault.name.lowercase()}.")

internal fun refuse(fault: Fault): Nothing = throw RefusedTokenException(fault)
