/** The channel on which the windows of this device tell each other that a game has gone on. */
export const CHANNEL = "serpentina";
