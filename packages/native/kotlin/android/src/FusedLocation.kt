// Not compiled in our CI.
package com.standpoint.android

import android.Manifest.permission.ACCESS_COARSE_LOCATION
import android.Manifest.permission.ACCESS_FINE_LOCATION
import android.annotation.SuppressLint
import android.content.Context
import android.content.pm.PackageManager.PERMISSION_GRANTED
import android.location.Location
import android.os.Build
import androidx.core.content.ContextCompat
import com.google.android.gms.location.CurrentLocationRequest
import com.google.android.gms.location.LocationServices
import com.google.android.gms.location.Priority
import com.google.android.gms.tasks.CancellationTokenSource
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.location.AccuracyBasis
import com.standpoint.location.DeviceFacts
import com.standpoint.location.Found
import com.standpoint.location.LocationProvider
import com.standpoint.location.Permission
import com.standpoint.location.PermissionState
import com.standpoint.location.Position
import com.standpoint.location.PositionError
import java.time.Instant
import kotlin.coroutines.resume
import kotlinx.coroutines.suspendCancellableCoroutine

/** Google Play services' fused provider. Ask the person for the permission before the call. */
public class FusedLocation(private val context: Context) : LocationProvider, DeviceFacts {
    private val provider = LocationServices.getFusedLocationProviderClient(context)
    @Volatile private var mocked: Boolean? = null

    override suspend fun find(timeoutMs: Long): Found {
        val precise = isAllowed(ACCESS_FINE_LOCATION)
        if (!precise && !isAllowed(ACCESS_COARSE_LOCATION)) {
            return Found(Permission(PermissionState.DENIED), emptyList(), PositionError.PERMISSION_DENIED)
        }
        val location = current(timeoutMs)
        mocked = location?.isFake
        val found = listOfNotNull(location).map(::position)
        val error = if (found.isEmpty()) PositionError.POSITION_TIMEOUT else null
        return Found(Permission(PermissionState.GRANTED, precise), found, error)
    }

    /** An app that answers for the sensors shows only on a reading. */
    override suspend fun read(): DeviceFacts.Facts = DeviceFacts.Facts(
        device = jsonObject("model" to Build.MODEL.json, "os" to "Android ${Build.VERSION.RELEASE}".json),
        signals = mocked?.let { jsonObject("mock_provider" to it.json) },
    )

    @SuppressLint("MissingPermission")
    private suspend fun current(timeoutMs: Long): Location? = suspendCancellableCoroutine { waiting ->
        val stop = CancellationTokenSource()
        waiting.invokeOnCancellation { stop.cancel() }
        val request = CurrentLocationRequest.Builder()
            .setPriority(Priority.PRIORITY_HIGH_ACCURACY)
            .setDurationMillis(timeoutMs)
            .setMaxUpdateAgeMillis(0)
            .build()
        provider.getCurrentLocation(request, stop.token)
            .addOnCompleteListener { waiting.resume(if (it.isSuccessful) it.result else null) }
    }

    private fun position(from: Location) = Position(
        latitude = from.latitude,
        longitude = from.longitude,
        accuracyM = from.accuracy.toDouble(),
        accuracyBasis = AccuracyBasis.P68,
        measuredAt = Instant.ofEpochMilli(from.time),
        altitudeM = from.altitude.takeIf { from.hasAltitude() },
        headingDeg = from.bearing.toDouble().takeIf { from.hasBearing() },
        speedMps = from.speed.toDouble().takeIf { from.hasSpeed() },
        source = "fused",
    )

    @Suppress("DEPRECATION")
    private val Location.isFake: Boolean
        get() = if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) isMock else isFromMockProvider

    private fun isAllowed(permission: String) =
        ContextCompat.checkSelfPermission(context, permission) == PERMISSION_GRANTED
}
