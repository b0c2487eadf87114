// Not compiled in our CI.
plugins {
    id("com.android.library")
    kotlin("android")
}

android {
    namespace = "com.standpoint.android"
    compileSdk = 36
    defaultConfig { minSdk = 26 }
    sourceSets["main"].kotlin.srcDirs("src", "../src")
    sourceSets["main"].manifest.srcFile("AndroidManifest.xml")
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_17
        targetCompatibility = JavaVersion.VERSION_17
    }
}

kotlin { jvmToolchain(17) }

dependencies {
    api("org.jetbrains.kotlinx:kotlinx-coroutines-android:1.10.2")
    implementation("androidx.core:core-ktx:1.16.0")
    implementation("androidx.webkit:webkit:1.14.0")
    implementation("com.google.android.gms:play-services-location:21.3.0")
}
