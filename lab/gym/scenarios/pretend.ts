/** The false position of every fake in the scenarios: Philadelphia, with the accuracy of a good phone. */
export const ELSEWHERE = { latitude: 39.9525839, longitude: -75.1652215, accuracy: 14.3 };
