/** Expo config plugin: `"plugins": [["@standpoint/react-native", { … }]]` in the app's configuration. */
module.exports = require('./plugin/plugin.js');
