interface Reader {
  allowsFeature(feature: string): boolean;
}
type Policed = Record<'permissionsPolicy' | 'featurePolicy', Reader | undefined>;

/** What the Permissions-Policy (of a frame: with its `allow`) grants; true where a browser cannot tell. */
export const policyAllows = (of: Document | HTMLIFrameElement, feature: string): boolean => {
  const { permissionsPolicy, featurePolicy } = of as unknown as Policed;
  return (permissionsPolicy ?? featurePolicy)?.allowsFeature(feature) ?? true;
};
