/** Where every fake of the scenarios claims to be: Philadelphia, in the accuracy of a good phone. */
export const ELSEWHERE = { latitude: 39.9525839, longitude: -75.1652215, accuracy: 14.3 };
