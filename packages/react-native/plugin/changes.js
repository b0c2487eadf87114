/**
 * What the plugin changes, as functions of plain values. Each gives the same result when it is applied twice, because
 * `expo prebuild` runs again and again over the same project.
 */

const CAMERA = 'The camera shows that it is really you.';
const LOCATION = 'Your location shows where you are when you pay or play.';

/** What the modules of Expo write where an app says nothing. It names no reason, so stores may refuse it. */
const GENERAL = /^Allow \$\(PRODUCT_NAME\) to /;

/**
 * Texts of the prompts on iOS. A text that is given as an option wins: Expo runs the plugins of its own modules first,
 * and they have filled the keys by then. Ours only fill a key in which no app has explained itself. `false` leaves a
 * key alone.
 */
const withTexts = (plist, { cameraText, locationText } = {}) => {
  const textOf = (key, given, ours) => {
    if (given === false) return {};
    const there = GENERAL.test(plist[key]) ? undefined : plist[key];
    return { [key]: given || there || ours };
  };
  return {
    ...plist,
    ...textOf('NSCameraUsageDescription', cameraText, CAMERA),
    ...textOf('NSLocationWhenInUseUsageDescription', locationText, LOCATION),
  };
};

/** Permissions on Android, without those of a part that is switched off. */
const permissionsFor = ({ cameraText, locationText } = {}) => [
  ...(cameraText === false ? [] : ['android.permission.CAMERA']),
  ...(locationText === false
    ? []
    : ['android.permission.ACCESS_COARSE_LOCATION', 'android.permission.ACCESS_FINE_LOCATION']),
];

const BEGIN = '// @standpoint/react-native: the repository of private packages';
const END = '// @standpoint/react-native: end';

/**
 * The Maven repository of the service. Its address and token are properties of Gradle, which `standpoint packages
 * login` writes outside the project: no secret gets into a committed file.
 */
const BLOCK = `${BEGIN}
allprojects {
    repositories {
        if (findProperty('standpointRegistry')) {
            maven {
                url = uri(findProperty('standpointRegistry'))
                credentials {
                    username = 'token'
                    password = findProperty('standpointToken')
                }
                authentication { basic(BasicAuthentication) }
                content { includeGroupByRegex '.*standpoint.*' }
            }
        }
    }
}
${END}
`;

/** The root `build.gradle` with one block of ours at its end, however often this ran before. */
const withRepository = (gradle) => {
  const from = gradle.indexOf(BEGIN);
  const to = gradle.indexOf(END, from);
  const rest =
    from < 0 || to < 0 ? gradle : gradle.slice(0, from) + gradle.slice(to + END.length).replace(/^\n/, '');
  return `${rest.replace(/\n*$/, '\n\n')}${BLOCK}`;
};

const OPTIONS = ['cameraText', 'locationText', 'privateMaven'];

/** Refuses a misspelled or wrong option: it would be silent until a store rejects the app. */
const checkOptions = (options) => {
  for (const [name, value] of Object.entries(options ?? {})) {
    if (!OPTIONS.includes(name)) {
      throw new Error(`@standpoint/react-native: unknown option ${name}. Known: ${OPTIONS.join(', ')}.`);
    }
    const fits =
      name === 'privateMaven'
        ? typeof value === 'boolean'
        : value === false || (typeof value === 'string' && value);
    if (value !== undefined && !fits) {
      const kind = name === 'privateMaven' ? 'true or false' : 'a text, or false to leave it out';
      throw new Error(`@standpoint/react-native: ${name} must be ${kind}.`);
    }
  }
};

module.exports = { checkOptions, permissionsFor, withRepository, withTexts };
