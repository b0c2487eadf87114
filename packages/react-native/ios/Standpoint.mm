// Not compiled in our CI: there is no Xcode in it.
#import <StandpointSpec/StandpointSpec.h>
#import <Security/Security.h>

#if __has_include(<standpoint_react_native/standpoint_react_native-Swift.h>)
#import <standpoint_react_native/standpoint_react_native-Swift.h>
#else
#import "standpoint_react_native-Swift.h"
#endif

static const NSUInteger kMostRandom = 1024;

/** The module that the generated protocol describes. Location and App Attest are in Swift. */
@interface Standpoint : NSObject <NativeStandpointSpec>
@end

@implementation Standpoint {
  StandpointLocation *_location;
}

+ (NSString *)moduleName {
  return @"Standpoint";
}

+ (BOOL)requiresMainQueueSetup {
  return NO;
}

- (instancetype)init {
  if (self = [super init]) {
    _location = [StandpointLocation new];
  }
  return self;
}

- (std::shared_ptr<facebook::react::TurboModule>)getTurboModule:
    (const facebook::react::ObjCTurboModule::InitParams &)params {
  return std::make_shared<facebook::react::NativeStandpointSpecJSI>(params);
}

- (facebook::react::ModuleConstants<JS::NativeStandpoint::Constants>)constantsToExport {
  return facebook::react::typedConstants<JS::NativeStandpoint::Constants>({
      .protocol = 1,
      .platform = @"ios",
      .attestation = StandpointAttest.isSupported ? @"app_attest" : @"none",
  });
}

- (facebook::react::ModuleConstants<JS::NativeStandpoint::Constants>)getConstants {
  return [self constantsToExport];
}

- (NSString *)randomBytes:(double)count {
  NSUInteger length = (NSUInteger)count;
  if (length < 1 || length > kMostRandom) {
    [NSException raise:NSInvalidArgumentException format:@"1 to %lu bytes", (unsigned long)kMostRandom];
  }
  NSMutableData *bytes = [NSMutableData dataWithLength:length];
  if (SecRandomCopyBytes(kSecRandomDefault, length, bytes.mutableBytes) != errSecSuccess) {
    [NSException raise:NSInternalInconsistencyException format:@"no random bytes"];
  }
  return [bytes base64EncodedStringWithOptions:0];
}

- (void)locationPermission:(RCTPromiseResolveBlock)resolve reject:(RCTPromiseRejectBlock)reject {
  resolve([_location permission]);
}

- (void)requestLocationPermission:(RCTPromiseResolveBlock)resolve reject:(RCTPromiseRejectBlock)reject {
  [_location requestPermission:^(NSString *answer) {
    resolve(answer);
  }];
}

- (void)getLocation:(JS::NativeStandpoint::SpecGetLocationOptions &)options
            resolve:(RCTPromiseResolveBlock)resolve
             reject:(RCTPromiseRejectBlock)reject {
  BOOL high = [options.accuracy() isEqualToString:@"high"];
  [_location locateWithHighAccuracy:high
                            seconds:options.timeoutMs() / 1000
                         completion:^(NSDictionary *sample, NSString *code) {
    if (sample) {
      resolve(sample);
    } else {
      reject(code, @"no position", nil);
    }
  }];
}

- (void)attest:(NSString *)challenge resolve:(RCTPromiseResolveBlock)resolve reject:(RCTPromiseRejectBlock)reject {
  [StandpointAttest attest:challenge completion:^(NSString *statement, NSError *error) {
    if (statement) {
      resolve(@{@"format" : @"app_attest", @"statement" : statement});
    } else {
      reject(@"attestation_failed", error.localizedDescription, error);
    }
  }];
}

- (void)collectSignals:(RCTPromiseResolveBlock)resolve reject:(RCTPromiseRejectBlock)reject {
  dispatch_async(dispatch_get_main_queue(), ^{
    resolve([StandpointSignals collect]);
  });
}

@end
