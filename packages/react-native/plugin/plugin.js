const { checkOptions, permissionsFor, withRepository, withTexts } = require('./changes.js');

const { version } = require('../package.json');

/** Expo installs its config plugins below `expo`; a bare project may have them by themselves. */
const load = () => {
  try {
    return require('expo/config-plugins');
  } catch {
    return require('@expo/config-plugins');
  }
};

const withStandpoint = (config, options = {}) => {
  checkOptions(options);
  const { AndroidConfig, withInfoPlist, withProjectBuildGradle } = load();
  let changed = withInfoPlist(config, (mod) => {
    mod.modResults = withTexts(mod.modResults, options);
    return mod;
  });
  changed = AndroidConfig.Permissions.withPermissions(changed, permissionsFor(options));
  if (options.privateMaven === false) return changed;
  return withProjectBuildGradle(changed, (mod) => {
    if (mod.modResults.language !== 'groovy') {
      throw new Error(
        '@standpoint/react-native: android/build.gradle must be Groovy; set privateMaven: false.',
      );
    }
    mod.modResults.contents = withRepository(mod.modResults.contents);
    return mod;
  });
};

/** Runs once in a configuration that names the plugin twice. */
module.exports = (config, options) => {
  const { createRunOncePlugin } = load();
  return createRunOncePlugin(withStandpoint, '@standpoint/react-native', version)(config, options);
};
