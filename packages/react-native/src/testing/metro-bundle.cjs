// Bundles an app with Metro, in a process of its own: node metro-bundle.cjs APP PEERS REPOSITORY PLATFORM
const { join } = require('node:path');
const { createRequire } = require('node:module');

const [app, peers, repository, platform] = process.argv.slice(2);
const modules = join(peers, 'node_modules');
const fromPeers = createRequire(join(peers, 'package.json'));
const { getDefaultConfig, mergeConfig } = fromPeers('@react-native/metro-config');

const config = mergeConfig(getDefaultConfig(app), {
  projectRoot: app,
  watchFolders: [app, modules, join(repository, 'packages'), join(repository, 'node_modules/@noble')],
  resolver: {
    nodeModulesPaths: [modules, join(repository, 'node_modules')],
    useWatchman: false,
    extraNodeModules: { '@standpoint/react-native': join(repository, 'packages/react-native') },
  },
  transformer: { babelTransformerPath: fromPeers.resolve('@react-native/metro-babel-transformer') },
  maxWorkers: 2,
});

fromPeers('metro')
  .runBuild(config, {
    entry: 'index.js',
    platform,
    dev: false,
    minify: false,
    out: join(app, `${platform}.js`),
  })
  .catch(({ message }) => {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  });
