interface Reader {
  allowsFeature(feature: string): boolean;
}
type Policed = Record<'permissionsPolicy' | 'featurePolicy', Reader | undefined>;

/**
 * Whether the Permissions-Policy (for a frame, with its `allow`) grants a feature; true where a browser
 * cannot tell.
 */
export const policyAllows = (of: Document | HTMLIFrameElement, feature: string): boolean => {
  const { permissionsPolicy, featurePolicy } = of as unknown as Policed;
  return (permissionsPolicy ?? featurePolicy)?.allowsFeature(feature) ?? true;
};
