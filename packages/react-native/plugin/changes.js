/**
 * What the plugin changes, as functions of plain values. Each gives the same result when it is applied twice, because
 * `expo prebuild` runs again and again over the same project.
 */

const CAMERA = 'The camera shows that it is really you.';
const LOCATION = 'Your location shows where you are when you pay or play.';

/** Texts of the prompts on iOS. A text that the app already has stays. `false` leaves a key out. */
const withTexts = (plist, { cameraText = CAMERA, locationText = LOCATION } = {}) => {
  const texts = { NSCameraUsageDescription: cameraText, NSLocationWhenInUseUsageDescription: locationText };
  const wanted = Object.entries(texts).filter(([key, text]) => text !== false && !plist[key]);
  return { ...plist, ...Object.fromEntries(wanted) };
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
