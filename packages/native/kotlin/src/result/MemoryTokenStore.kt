package com.standpoint.result

import java.time.Instant
import java.util.concurrent.ConcurrentHashMap

/** For one process and for tests. Several processes need a store that they share. */
public class MemoryTokenStore(private val now: () -> Instant = Instant::now) : TokenStore {
    private val used = ConcurrentHashMap<String, Instant>()

    override suspend fun consume(jti: String, expiresAt: Instant): Boolean {
        used.values.removeIf { it < now() }
        return used.putIfAbsent(jti, expiresAt) == null
    }
}
