"""Glossary: the words and symbols of the course."""
