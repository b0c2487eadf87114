require 'json'

package = JSON.parse(File.read(File.join(__dir__, 'package.json')))

Pod::Spec.new do |s|
  s.name = 'standpoint-react-native'
  s.version = package['version']
  s.summary = 'Location and attestation of iPhones for @standpoint/react-native.'
  s.license = package['license']
  s.author = 'The Standpoint authors'
  s.homepage = 'https://www.npmjs.com/package/@standpoint/react-native'
  s.platforms = { ios: '15.1' }
  s.source = { git: '', tag: s.version.to_s }
  s.source_files = 'ios/**/*.{h,m,mm,swift}'
  s.swift_version = '5.9'
  s.frameworks = 'CoreLocation', 'DeviceCheck', 'CryptoKit'
  s.pod_target_xcconfig = { 'DEFINES_MODULE' => 'YES' }
  install_modules_dependencies(s)
end
