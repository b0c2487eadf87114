import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An app in Java that lives outside the repository: one call of the Kotlin core. */
const APP = `package shop;

import com.standpoint.CallOptions;
import com.standpoint.Generation;
import com.standpoint.Options;
import com.standpoint.StandpointClient;
import com.standpoint.VerifyResult;
import com.standpoint.jvm.HttpClientTransport;
import com.standpoint.location.*;
import java.time.Instant;
import java.util.List;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;

public class App {
    public static void main(String[] args) throws Exception {
        Position here = new Position(
            40.7128, -74.006, 12.5, AccuracyBasis.P68, Instant.now(), null, null, null, "fused");
        Found found = new Found(new Permission(PermissionState.GRANTED, true), List.of(here), null);
        StandpointClient standpoint = new StandpointClient(new Options(
            args[0], (timeoutMs, then) -> found, new HttpClientTransport(), Generation.V05.INSTANCE,
            AttestationProvider.Companion.getNONE(), DeviceFacts.Companion.getNONE(), null));
        VerifyResult result = (VerifyResult) BuildersKt.runBlocking(
            EmptyCoroutineContext.INSTANCE,
            (scope, then) -> standpoint.verify(args[1], new CallOptions(120_000, 20_000), then));
        System.out.println("decided " + result.getDecision() + " " + result.getVerificationId());
    }
}
`;

export interface Repositories {
  /** Base address of the service. */
  base_url: string;
  /** Null: the project has none. */
  token: string | null;
  /** A folder in the place of Maven's central repository. */
  central: string;
  /** Of the core. */
  version: string;
}

const write = (project: string, files: Record<string, string>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
};

/** Maven resolves a build extension, with all that it depends on, without a plugin of the central repository. */
export function mavenApp(project: string, { base_url, token, central, version }: Repositories): void {
  const login = token
    ? `<server><id>standpoint</id><username>token</username><password>${token}</password></server>`
    : '';
  const place = `<id>standpoint</id><url>${base_url}/maven</url>`;
  write(project, {
    'src/main/java/shop/App.java': APP,
    'settings.xml': `<settings><servers>${login}</servers><mirrors><mirror>
  <id>stand-in</id><url>file://${central}</url><mirrorOf>central</mirrorOf></mirror></mirrors></settings>`,
    'pom.xml': `<project><modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId><artifactId>app</artifactId><version>1</version><packaging>pom</packaging>
  <pluginRepositories><pluginRepository>${place}</pluginRepository></pluginRepositories>
  <build><extensions><extension>
    <groupId>com.standpoint</groupId><artifactId>standpoint-core</artifactId><version>[${version},9)</version>
  </extension></extensions></build></project>`,
  });
}

/** For Gradle 4.4 and newer. It compiles and runs the app by itself. */
export function gradleApp(project: string, { base_url, token, central, version }: Repositories): void {
  const newer = 'it.hasProperty("allowInsecureProtocol")';
  write(project, {
    'src/main/java/shop/App.java': APP,
    'settings.gradle': "rootProject.name = 'app'\n",
    'gradle.properties': token ? `standpointToken=${token}\n` : '',
    'build.gradle': `apply plugin: 'java'
repositories {
  maven {
    url = '${base_url}/maven'
    if (${newer}) allowInsecureProtocol = true
    if (project.hasProperty('standpointToken')) {
      credentials { username = 'token'; password = project.property('standpointToken') }
      authentication { basic(BasicAuthentication) }
    }
  }
  maven { url = 'file://${central}' }
}
def wanted = 'com.standpoint:standpoint-core:${version}'
dependencies { add(configurations.findByName('implementation') ? 'implementation' : 'compile', wanted) }
task call(type: JavaExec) {
  main = 'shop.App'
  classpath = sourceSets.main.runtimeClasspath
  args project.property('base'), project.property('minted')
}
`,
  });
}

const pom = (group: string, artifact: string, version: string): string =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>${group}</groupId>` +
  `<artifactId>${artifact}</artifactId><version>${version}</version></project>`;

/** A folder with the modules that people have from Maven's central repository. */
export function centralOf(folder: string, modules: { name: string; version: string; jar: Buffer }[]): void {
  for (const { name, version, jar } of modules) {
    const [group, artifact] = name.split(':') as [string, string];
    const base = join(folder, group.replaceAll('.', '/'), artifact, version, `${artifact}-${version}`);
    mkdirSync(dirname(base), { recursive: true });
    writeFileSync(`${base}.pom`, pom(group, artifact, version));
    writeFileSync(`${base}.jar`, jar);
  }
}
