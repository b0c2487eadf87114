export interface Dependency {
  group: string;
  artifact: string;
  version: string;
}

export interface Module extends Dependency {
  name: string;
  description: string;
  /** What a project that uses the module compiles against too. */
  dependencies: readonly Dependency[];
}

/** The POM of a jar, which Maven and Gradle read. No text of ours needs escaping. */
export const pomOf = ({ group, artifact, version, name, description, dependencies }: Module): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>${group}</groupId>
  <artifactId>${artifact}</artifactId>
  <version>${version}</version>
  <name>${name}</name>
  <description>${description}</description>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>
    </license>
  </licenses>
  <dependencies>
${dependencies.map(dependencyOf).join('')}  </dependencies>
</project>
`;

const dependencyOf = ({ group, artifact, version }: Dependency): string => `    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${artifact}</artifactId>
      <version>${version}</version>
      <scope>compile</scope>
    </dependency>
`;
