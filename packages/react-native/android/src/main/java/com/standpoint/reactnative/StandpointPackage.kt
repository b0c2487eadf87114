// Not compiled in our CI: there is no Android SDK in it.
package com.standpoint.reactnative

import com.facebook.react.BaseReactPackage
import com.facebook.react.bridge.NativeModule
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.module.model.ReactModuleInfo
import com.facebook.react.module.model.ReactModuleInfoProvider

class StandpointPackage : BaseReactPackage() {
    override fun getModule(name: String, reactContext: ReactApplicationContext): NativeModule? =
        if (name == NativeStandpointSpec.NAME) StandpointModule(reactContext) else null

    override fun getReactModuleInfoProvider() = ReactModuleInfoProvider {
        val name = NativeStandpointSpec.NAME
        mapOf(
            name to ReactModuleInfo(
                name, name,
                canOverrideExistingModule = false, needsEagerInit = false,
                isCxxModule = false, isTurboModule = true,
            ),
        )
    }
}
