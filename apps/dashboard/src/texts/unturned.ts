/**
 * A text of a customer for the middle of a sentence, without the marks that would turn the words after it.
 * In an element of its own it stays as it is: `theme/base.css` keeps the marks in there.
 */
export const unturned = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
