// Not compiled in our CI: there is no Android SDK in it.
package com.standpoint.reactnative

import android.Manifest.permission.ACCESS_COARSE_LOCATION
import android.Manifest.permission.ACCESS_FINE_LOCATION
import android.annotation.SuppressLint
import android.content.pm.PackageManager
import android.location.Location
import android.location.LocationManager
import android.os.Build
import android.os.Debug
import android.provider.Settings
import android.util.Base64
import com.facebook.react.bridge.Arguments
import com.facebook.react.bridge.Promise
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.bridge.ReadableMap
import com.facebook.react.modules.core.PermissionAwareActivity
import com.facebook.react.modules.core.PermissionListener
import com.google.android.gms.location.CurrentLocationRequest
import com.google.android.gms.location.LocationServices
import com.google.android.gms.location.Priority
import com.google.android.gms.tasks.CancellationTokenSource
import java.security.SecureRandom
import java.util.concurrent.Executors

private const val PERMISSION_REQUEST = 7301
private const val MOST_RANDOM = 1024

class StandpointModule(context: ReactApplicationContext) : NativeStandpointSpec(context) {
    private val context = context
    private val worker = Executors.newSingleThreadExecutor()

    override fun getTypedExportedConstants(): Map<String, Any> = mapOf(
        "protocol" to 1,
        "platform" to "android",
        // Key attestation came with Android 7. A phone without secure hardware is refused by the service.
        "attestation" to if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.N) "android_key_attestation" else "none",
    )

    override fun randomBytes(count: Double): String {
        val length = count.toInt()
        require(length in 1..MOST_RANDOM) { "1 to $MOST_RANDOM bytes" }
        return Base64.encodeToString(ByteArray(length).also(SecureRandom()::nextBytes), Base64.NO_WRAP)
    }

    override fun locationPermission(promise: Promise) {
        // Android tells "denied for ever" and "never asked" apart only after it was asked.
        promise.resolve(if (allowed(ACCESS_COARSE_LOCATION)) "granted" else "undetermined")
    }

    override fun requestLocationPermission(promise: Promise) {
        val activity = context.currentActivity as? PermissionAwareActivity
        if (activity == null) return promise.resolve(if (allowed(ACCESS_COARSE_LOCATION)) "granted" else "denied")
        val asked = arrayOf(ACCESS_FINE_LOCATION, ACCESS_COARSE_LOCATION)
        activity.requestPermissions(asked, PERMISSION_REQUEST, PermissionListener { code, _, _ ->
            if (code != PERMISSION_REQUEST) return@PermissionListener false
            promise.resolve(if (allowed(ACCESS_COARSE_LOCATION)) "granted" else "denied")
            true
        })
    }

    @SuppressLint("MissingPermission")
    override fun getLocation(options: ReadableMap, promise: Promise) {
        if (!allowed(ACCESS_COARSE_LOCATION)) return promise.reject("permission_denied", "not allowed")
        val high = options.getString("accuracy") == "high"
        val request = CurrentLocationRequest.Builder()
            .setPriority(if (high) Priority.PRIORITY_HIGH_ACCURACY else Priority.PRIORITY_BALANCED_POWER_ACCURACY)
            .setDurationMillis(options.getDouble("timeoutMs").toLong())
            .setMaxUpdateAgeMillis(0)
            .build()
        LocationServices.getFusedLocationProviderClient(context)
            .getCurrentLocation(request, CancellationTokenSource().token)
            .addOnSuccessListener { found ->
                // Null: switched off, or nothing came in time.
                if (found != null) promise.resolve(sampleOf(found))
                else promise.reject(if (switchedOn()) "position_timeout" else "position_unavailable", "no position")
            }
            .addOnFailureListener { promise.reject("position_unavailable", it) }
    }

    override fun attest(challenge: String, promise: Promise) = worker.execute {
        try {
            val binding = Base64.decode(challenge, Base64.URL_SAFE)
            val answer = Arguments.createMap()
            answer.putString("format", "android_key_attestation")
            answer.putString("statement", KeyAttestation.attest(binding))
            promise.resolve(answer)
        } catch (failure: Exception) {
            promise.reject("attestation_failed", failure)
        }
    }

    override fun collectSignals(promise: Promise) {
        val facts = Arguments.createMap()
        facts.putBoolean("emulator", looksEmulated())
        facts.putBoolean("debugger", Debug.isDebuggerConnected())
        facts.putInt("boot_count", Settings.Global.getInt(context.contentResolver, Settings.Global.BOOT_COUNT, 0))
        val app = context.packageManager.getPackageInfo(context.packageName, 0)
        facts.putString("app_version", app.versionName)
        promise.resolve(facts)
    }

    private fun allowed(permission: String) =
        context.checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED

    private fun switchedOn(): Boolean {
        val manager = context.getSystemService(LocationManager::class.java)
        return manager.isProviderEnabled(LocationManager.GPS_PROVIDER) ||
            manager.isProviderEnabled(LocationManager.NETWORK_PROVIDER)
    }

    private fun sampleOf(location: Location) = Arguments.createMap().apply {
        putDouble("latitude", location.latitude)
        putDouble("longitude", location.longitude)
        putDouble("accuracyM", location.accuracy.toDouble())
        if (location.hasAltitude()) putDouble("altitudeM", location.altitude)
        putDouble("timestamp", location.time.toDouble())
        putBoolean("mocked", madeUp(location))
        putBoolean("precise", allowed(ACCESS_FINE_LOCATION))
        putString("provider", location.provider ?: "fused")
    }

    @Suppress("DEPRECATION")
    private fun madeUp(location: Location) =
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) location.isMock else location.isFromMockProvider

    private fun looksEmulated() =
        Build.HARDWARE in setOf("goldfish", "ranchu") || Build.FINGERPRINT.startsWith("generic") ||
            Build.PRODUCT.startsWith("sdk_")
}
