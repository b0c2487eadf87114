/** An id as a part of a file's name: backends choose ids, and may put anything into them. */
export const fileName = (id: string): string => id.replace(/[^\w-]+/g, '-').slice(0, 64) || 'customer';
