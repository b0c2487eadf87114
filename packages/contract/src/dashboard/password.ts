/** NIST SP 800-63B-4: at least 15 characters where a password may stand alone, no rules of composition. */
export const PASSWORD_LEAST = 12;
export const PASSWORD_MOST = 128;
