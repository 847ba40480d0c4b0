/** First level of the topics with which Home Assistant discovers devices. */
export const DISCOVERY_PREFIX = "homeassistant";

/** First level of the topics with values of plants. */
export const VALUE_PREFIX = "heliograph";
