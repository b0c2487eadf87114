/** Lower case, so that one mailbox has one account. */
export const plainEmail = (email: string): string => email.trim().toLowerCase();
