/** Whether a text can be stored as it is: half a character of two is replaced by another one. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
