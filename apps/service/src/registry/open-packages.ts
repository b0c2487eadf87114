/** What every integrator installs. They hold nothing that the service does not serve to strangers anyway. */
export const WITHOUT_TOKEN: readonly string[] = ['@standpoint/web', '@standpoint/node'];
