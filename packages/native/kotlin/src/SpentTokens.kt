package com.standpoint

import java.util.concurrent.ConcurrentHashMap

/** The tokens of this process that were spent, or may have been: a second tap must not send one again. */
internal object SpentTokens {
    private val seen = ConcurrentHashMap.newKeySet<String>()

    /** False when the token was taken before. */
    fun take(jti: String): Boolean = seen.add(jti)

    /** The token was certainly not spent, and may be used again. */
    fun giveBack(jti: String) {
        seen.remove(jti)
    }
}
