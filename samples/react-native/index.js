// First, because sealing needs random numbers that Hermes does not have.
import 'react-native-get-random-values';
import { AppRegistry } from 'react-native';
import { App } from './App';
import { name } from './app.json';

AppRegistry.registerComponent(name, () => App);
