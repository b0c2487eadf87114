package com.standpoint

import com.standpoint.location.DeviceClock
import java.util.Locale
import java.util.TimeZone
import java.util.UUID
import kotlinx.coroutines.delay

/** What a test replaces: the name of an attempt and the waits between tries. */
internal class Seams(
    val attemptId: () -> String = { UUID.randomUUID().toString() },
    val pause: suspend (milliseconds: Long) -> Unit = { delay(it) },
)

internal fun readClock(): DeviceClock {
    val now = System.currentTimeMillis()
    val zone = TimeZone.getDefault()
    val locale = Locale.getDefault().toLanguageTag()
    return DeviceClock(
        epochMs = now,
        monotonicMs = System.nanoTime() / 1_000_000,
        timeZone = zone.id,
        utcOffsetMin = zone.getOffset(now) / 60_000,
        locale = locale,
        languages = listOf(locale),
    )
}
