"""The token that the socket fake takes."""

TOKEN = "MTA.fake.token"
